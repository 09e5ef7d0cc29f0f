import { isInstant } from '../../src/domain/common/instant.ts';
import { UploadedFile } from '../../src/domain/speech/uploaded-file.ts';
import { builder } from '../builder.ts';

/**
 * graphql-scalars rewrites addresses (a signed one would break) and refuses times without a zone. These check what
 * comes in and pass everything through to the letter; what goes out is checked where it is read (`readable.ts`).
 * What they throw, graphql tells the caller together with the value and its place; of a GraphQLError it would tell no place.
 */
builder.scalarType('DateTime', {
  description:
    'A date and time. Answers are RFC 3339, with every digit of the fraction that the service sent. Inputs are ISO 8601: a date, or a date with a time; a time without a zone is UTC.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
  serialize: (value) => value,
  parseValue: (value) => {
    if (typeof value === 'string' && isInstant(value)) return value;
    throw new TypeError('A DateTime must be an ISO 8601 text with a valid date, such as "2026-11-27T09:30:00Z".');
  },
});

builder.scalarType('URL', {
  description:
    "An absolute URL, as text. A URL of the service is passed on unchanged, because it may be signed. In a mutation's input any text is accepted; an invalid URL becomes an issue of the `ValidationError`.",
  specifiedByURL: 'https://url.spec.whatwg.org/',
  serialize: (value) => value,
  // A text that is no address would hide every other fault of the input: the checks of the mutation name them all.
  parseValue: (value) => {
    if (typeof value === 'string') return value;
    throw new TypeError('A URL must be the text of an absolute address, such as "https://example.com/video.mp4".');
  },
});

builder.scalarType('SafeInt', {
  description: 'An integer up to 2^53 - 1, for file sizes that do not fit into the 32 bits of Int.',
  serialize: (value) => value,
  parseValue: (value) => {
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
    throw new TypeError('A SafeInt must be an integer between -(2^53 - 1) and 2^53 - 1.');
  },
});

builder.scalarType('File', {
  description: 'An uploaded file: a part of a GraphQL multipart request.',
  serialize: () => {
    throw new TypeError('A File cannot be returned.');
  },
  // By its class, so that JSON cannot forge one, and with it the path of a file of this machine.
  parseValue: (value) => {
    if (value instanceof UploadedFile) return value;
    throw new TypeError('A File must be a part of a GraphQL multipart request, assigned by `map`.');
  },
});
