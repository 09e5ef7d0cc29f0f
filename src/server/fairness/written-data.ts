/** The `data` of a result as JSON. It stands where the value would, and is written as it is. */
export class WrittenData {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Whether any field of a result's data has a value. */
export function hasValues(data: object | null | undefined): boolean {
  const values: unknown = data instanceof WrittenData ? JSON.parse(data.text) : data;
  return Object.values(values ?? {}).some((value) => value !== null);
}
