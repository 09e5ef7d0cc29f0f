/**
 * The graph: Pothos modules, their print (`schema.graphql`) and an example of each root field (`operations`).
 * What the graph does comes in through the context; nothing here asks the service. This file is the only door:
 * it loads the modules, each of which adds its types and their fields to the builder, in the order of the print.
 */
import { builder } from './builder.ts';
import './scalars.ts';
import './node-queries.ts';
import './balance.ts';
import './language.ts';
import './voice.ts';
import './user-error.ts';
import './dubbing-project/queries.ts';
import './dubbing-project/retranslation-check.ts';
import './dubbing-project/create.ts';
import './dubbing-project/delete.ts';
import './dubbing-project/retranslate.ts';
import './synthesis.ts';
import './studio-project/queries.ts';
import './video/queries.ts';
import './video/details.ts';
import './artifact/queries.ts';
import './artifact/upload.ts';
import './artifact/create.ts';
import './video/create.ts';
import './video/update.ts';
import './video/delete.ts';
import './studio-project/delete.ts';

builder.queryType({ description: 'What can be read. Whatever is not there is null.' });
builder.mutationType({
  description: 'What can be done. Several in one document are done one after the other, in their order.',
});

export const schema = builder.toSchema({ sortSchema: false });
