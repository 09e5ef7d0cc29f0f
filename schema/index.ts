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
import './dubbing-project/queries.ts';
import './studio-project.ts';
import './video/queries.ts';
import './video/details.ts';
import './artifact.ts';

builder.queryType({ description: 'What can be read. Whatever is not there is null.' });

export const schema = builder.toSchema({ sortSchema: false });
