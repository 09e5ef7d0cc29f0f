import { VALIDATION_ISSUE_CODES, type ValidationIssue } from '../../src/domain/common/validation-issue.ts';
import {
  NotEnabledError,
  NotFoundError,
  OutcomeUnknownError,
  RejectedError,
  USER_ERROR_CODES,
  type UserFacingError,
  ValidationError,
} from '../../src/errors.ts';
import { builder } from '../builder.ts';
import { wordEnum } from './word-enum.ts';

const UserErrorCodeEnum = wordEnum(
  'UserErrorCode',
  'What kind of failure it is, for a program to tell them apart.',
  USER_ERROR_CODES,
  {
    VALIDATION_FAILED: 'The input breaks a rule, which the issues name. Nothing was done.',
    NOT_FOUND: 'What it is about does not exist.',
    NOT_ENABLED: 'The account may not use this: re-translation, cloning, an external bucket, several source languages.',
    REJECTED: 'The service refused, in a way that this schema has no better word for.',
    OUTCOME_UNKNOWN:
      'The connection broke or timed out after the request was sent, and asking again did not settle it: it may or may not have been done.',
  },
);

const UserErrorInterface = builder.interfaceRef<UserFacingError>('UserError').implement({
  description: 'A failure that the caller can correct, or must know of.',
  fields: (t) => ({
    code: t.expose('userErrorCode', { type: UserErrorCodeEnum, description: 'What kind of failure it is.' }),
    message: t.exposeString('message', { description: 'What is wrong, in a sentence for a person.' }),
  }),
});

const ValidationIssueCodeEnum = wordEnum(
  'ValidationIssueCode',
  'The kind of a fault in an input, to translate its message by.',
  VALIDATION_ISSUE_CODES,
  {
    REQUIRED: 'Something must stand there, and nothing does, or only white space.',
    TOO_LONG: 'A text or a file is longer than the most that the service takes.',
    TOO_SHORT: 'A list or a file is empty where at least one entry is needed.',
    OUT_OF_RANGE: 'A number, or a moment of a script, lies outside of the range that it may have.',
    NOT_ALLOWED: 'The value, or any value, is not one that this place may have beside the rest of the input.',
    NOT_FOUND: 'There is no such thing as the value names.',
    MALFORMED: 'The value does not have the form that it must have: an address, a language code, an id, a file format.',
    CONFLICT: 'The value contradicts another part of the input, or the present state of the thing that it names.',
    REFUSED: "The service refused; the message is the service's.",
  },
);

export const ValidationIssueObject = builder.objectRef<ValidationIssue>('ValidationIssue').implement({
  description: 'One thing wrong with an input.',
  fields: (t) => ({
    path: t.exposeStringList('path', {
      description: 'Where in the input, e.g. ["targetScript", "3", "speakerId"]; empty where the service did not tell.',
    }),
    field: t.string({
      description:
        'The path, joined by dots: "targetScript.3.speakerId"; empty where the service did not tell. The name of a field of a form.',
      resolve: ({ path }) => path.join('.'),
    }),
    code: t.expose('code', {
      type: ValidationIssueCodeEnum,
      description: 'The kind of the fault, to translate the message by.',
    }),
    message: t.exposeString('message', { description: 'What is wrong there.' }),
  }),
});

builder.objectType(ValidationError, {
  name: 'ValidationError',
  description: 'The input breaks a rule that the gateway or the service checks. Nothing was done or charged.',
  interfaces: [UserErrorInterface],
  fields: (t) => ({
    issues: t.expose('issues', {
      type: [ValidationIssueObject],
      description:
        'Everything found wrong: what the gateway can tell by itself, all at once; else what the service said, if it said more than the message.',
    }),
  }),
});

builder.objectType(NotFoundError, {
  name: 'NotFoundError',
  description: 'What the mutation is about does not exist. Nothing was done.',
  interfaces: [UserErrorInterface],
});

builder.objectType(NotEnabledError, {
  name: 'NotEnabledError',
  description: 'The account may not use this feature of the service. Nothing was done or charged.',
  interfaces: [UserErrorInterface],
});

builder.objectType(RejectedError, {
  name: 'RejectedError',
  description: "The service refused, in a way that this schema has no better word for; the message is the service's.",
  interfaces: [UserErrorInterface],
});

builder.objectType(OutcomeUnknownError, {
  name: 'OutcomeUnknownError',
  description: 'Nobody knows whether it was done: the service did not confirm it, and asking again did not settle it.',
  interfaces: [UserErrorInterface],
  fields: (t) => ({
    idempotencyKey: t.exposeString('idempotencyKey', {
      nullable: true,
      description:
        'Call again with this key: what was done is not done twice. Null for an update or a deletion, which are safe to call again as they are.',
    }),
  }),
});
