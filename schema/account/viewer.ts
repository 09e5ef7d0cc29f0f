import type { ViewerProfile } from '../../src/domain/viewer-profile.ts';
import { builder } from '../builder.ts';

const ViewerObject = builder.objectRef<ViewerProfile>('Viewer').implement({
  description:
    'The caller, as described by its token: a page shows who is signed in, and hides the actions that are not allowed.',
  fields: (t) => ({
    name: t.exposeString('name', {
      nullable: true,
      description:
        'The name of the token; of a signed one, its claim `name` or `sub`. Null where the token has none, such as an API key of the service.',
    }),
    account: t.exposeString('account', {
      nullable: true,
      description:
        'The name of the account that the token belongs to; null where the token is an API key of the service.',
    }),
    scopes: t.exposeStringList('scopes', {
      description: 'The scopes of the token: `read` for queries and subscriptions, `write` for mutations.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the token ends; null if it does not end by itself, or if nobody knows.',
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: ViewerObject,
    nullable: true,
    description: 'The caller; null where no token is asked for (`AUTH_MODE=open`). Reading it costs no request.',
    resolve: (_root, _args, context) => context.viewer(),
  }),
);
