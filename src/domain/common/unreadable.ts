/** A record of the service, some of whose members were there and could not be read. */
export interface PartlyRead<Field extends string = string> {
  /** The fields that are null for that reason. Absent where there are none. */
  readonly unreadable?: readonly Field[];
}
