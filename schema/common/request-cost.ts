/** Of a field that asks the service, or may have to: as much as so many values (the limit `cost`). */
export const ASKS_SERVICE = { cost: 20 } as const;
