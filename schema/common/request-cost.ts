/** The cost of a field that may send a request, in values of the answer (the limit `cost`). */
export const ASKS_SERVICE = { cost: 20 } as const;
