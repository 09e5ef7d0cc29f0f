import { isInstant } from '../../src/domain/common/instant.ts';
import { UploadedFile } from '../../src/domain/speech/uploaded-file.ts';
import { builder } from '../builder.ts';

/**
 * graphql-scalars rewrites URLs, which breaks signed ones, and refuses times without a zone. These scalars check input
 * and pass values through unchanged; output is checked by `readable.ts`. They throw a TypeError: graphql adds the value
 * and its place to the message, which it does not for a GraphQLError.
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
  // Refusing an invalid URL here would hide every other fault of the input. The mutation's checks name all of them.
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
  // Checked by class, so that JSON cannot forge a file, and with it a path on this machine.
  parseValue: (value) => {
    if (value instanceof UploadedFile) return value;
    throw new TypeError('A File must be a part of a GraphQL multipart request, assigned by `map`.');
  },
});
