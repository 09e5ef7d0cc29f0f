/** The files among the variables of an operation, and the variables with null in their places. */
export interface Extracted {
  readonly variables: unknown;
  /** By its path, such as `variables.input.referenceAudio.0`. */
  readonly files: ReadonlyMap<string, Blob>;
}

export function extractFiles(variables: unknown): Extracted {
  const files = new Map<string, Blob>();
  const visit = (value: unknown, path: string): unknown => {
    if (value instanceof Blob) {
      files.set(path, value);
      return null;
    }
    if (Array.isArray(value)) return value.map((item, index) => visit(item, `${path}.${index}`));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, visit(item, `${path}.${name}`)]));
  };
  return { variables: visit(variables, 'variables'), files };
}

/** The body of a GraphQL multipart request. */
export function toFormData(operations: object, files: ReadonlyMap<string, Blob>): FormData {
  const form = new FormData();
  const entries = [...files];
  form.append('operations', JSON.stringify(operations));
  form.append('map', JSON.stringify(Object.fromEntries(entries.map(([path], index) => [index, [path]]))));
  for (const [index, [, file]] of entries.entries()) form.append(String(index), file);
  return form;
}
