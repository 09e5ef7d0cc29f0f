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

const UserErrorCodeEnum = wordEnum('UserErrorCode', 'The kind of failure.', USER_ERROR_CODES, {
  VALIDATION_FAILED: 'The input breaks a rule. `issues` has the details. Nothing was done.',
  NOT_FOUND: 'The object of the mutation does not exist.',
  NOT_ENABLED:
    'The account may not use this feature, such as re-translation, voice cloning, an external bucket or several source languages.',
  REJECTED: 'The service refused the request for another reason. See the message.',
  INSUFFICIENT_BALANCE:
    'The minutes left on the balance do not suffice. The code of a `RejectedError`. Nothing was done or charged.',
  IDEMPOTENCY_CONFLICT: 'The idempotency key was used before with another input. The code of a `RejectedError`.',
  OUTCOME_UNKNOWN:
    'The connection broke or timed out after the request was sent, and retries did not clarify the outcome. The mutation may or may not have been carried out.',
  IN_PROGRESS:
    'The same request is still at work at the service: call again with the key. The code of an `OutcomeUnknownError`.',
});

const UserErrorInterface = builder.interfaceRef<UserFacingError>('UserError').implement({
  description: 'A failure that the caller can correct or has to handle.',
  fields: (t) => ({
    code: t.expose('userErrorCode', { type: UserErrorCodeEnum, description: 'The kind of failure, for programs.' }),
    message: t.exposeString('message', { description: 'The failure in one sentence, for people.' }),
  }),
});

const ValidationIssueCodeEnum = wordEnum(
  'ValidationIssueCode',
  'The kind of a fault in an input, for programs and translations.',
  VALIDATION_ISSUE_CODES,
  {
    REQUIRED: 'A value is missing or blank.',
    TOO_LONG: 'A text or a file is longer than the maximum.',
    TOO_SHORT: 'A list or a file is empty.',
    OUT_OF_RANGE: 'A number or a time is out of range.',
    NOT_ALLOWED: 'The value is not allowed here, or no value is allowed with the rest of the input.',
    NOT_FOUND: 'The object that the value names does not exist.',
    MALFORMED: 'The value has the wrong form, for example as a URL, a language code, an id or a file format.',
    CONFLICT: 'The value contradicts another part of the input, or the current state of the object that it names.',
    REFUSED: "The service refused the value. The message is the service's.",
  },
);

export const ValidationIssueObject = builder.objectRef<ValidationIssue>('ValidationIssue').implement({
  description: 'One fault of an input.',
  fields: (t) => ({
    path: t.exposeStringList('path', {
      description:
        'The path in the input, for example ["targetScript", "3", "speakerId"]. Empty if the service did not name one.',
    }),
    field: t.string({
      description:
        'The path joined by dots, as the name of a form field: "targetScript.3.speakerId". Empty if the service did not name one.',
      resolve: ({ path }) => path.join('.'),
    }),
    code: t.expose('code', {
      type: ValidationIssueCodeEnum,
      description: 'The kind of fault, for programs and translations.',
    }),
    message: t.exposeString('message', { description: 'The fault, in one sentence.' }),
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
        'All faults that the gateway found. If it found none, the faults that the service reported, if it reported more than the message.',
    }),
  }),
});

builder.objectType(NotFoundError, {
  name: 'NotFoundError',
  description: 'The object of the mutation does not exist. Nothing was done.',
  interfaces: [UserErrorInterface],
});

builder.objectType(NotEnabledError, {
  name: 'NotEnabledError',
  description: 'The account may not use this feature of the service. Nothing was done or charged.',
  interfaces: [UserErrorInterface],
});

builder.objectType(RejectedError, {
  name: 'RejectedError',
  description: "The service refused the request. The message is the service's.",
  interfaces: [UserErrorInterface],
});

builder.objectType(OutcomeUnknownError, {
  name: 'OutcomeUnknownError',
  description:
    'It is unknown whether the mutation was carried out: the service did not confirm it, and retries did not clarify it.',
  interfaces: [UserErrorInterface],
  fields: (t) => ({
    idempotencyKey: t.exposeString('idempotencyKey', {
      nullable: true,
      description:
        'Repeat the call with this key: it is not executed twice. Null for an update or a deletion, which can be repeated as they are.',
    }),
  }),
});
