/** What of the contract is still to come. The check fails if one of these is built, so the list can only shrink. */
export const NOT_BUILT_YET: readonly string[] = ['Subscription'];
