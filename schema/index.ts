/**
 * The graph: Pothos modules, their print (`schema.graphql`) and an example of each root field (`operations`).
 * Everything that the graph does comes through the context; nothing here asks the service. Import only this file: it
 * loads the modules, each of which adds its types and fields to the builder, in the order of the print.
 */
import { GraphQLSchema } from 'graphql';
import { builder } from './builder.ts';
import './common/scalars.ts';
import './common/node-queries.ts';
import './account/balance.ts';
import './account/viewer.ts';
import './catalogue/language.ts';
import './catalogue/voice.ts';
import './common/user-error.ts';
import './dubbing-project/queries.ts';
import './dubbing-project/retranslation-check.ts';
import './dubbing-project/create.ts';
import './dubbing-project/delete.ts';
import './dubbing-project/retranslate.ts';
import './speech/synthesis.ts';
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
import './dubbing-project/watch.ts';
import './video/watch.ts';
import './artifact/watch.ts';
import './job/watch-jobs.ts';
import './account/watch-balance.ts';
import './account/watch-request-budget.ts';

builder.queryType({
  description: `Everything that can be read. A thing that does not exist is null.

- Dubbing: \`dubbingProjects\`, \`dubbingProject\`, \`retranslationCheck\`
- The studio: \`studioProject\`, \`video\`, \`artifact\`
- Languages and voices: \`options\`, \`language\`, \`voices\`, \`voice\`
- The account: \`balance\`, \`requestBudget\`, \`viewer\`
- Anything by its global id: \`node\`, \`nodes\``,
});
builder.mutationType({
  description: `Everything that can be changed. Several mutations in one document run one after the other, in their order.

- Dubbing: \`createDubbingProject\` (costs minutes), \`retranslateDubbingProject\`, \`deleteDubbingProject\`
- Speech: \`synthesizeSpeech\` (costs money)
- Files of the studio: \`requestArtifactUpload\`, \`createArtifact\`
- Videos of the studio: \`createVideo\` (costs money), \`updateVideo\`, \`deleteVideo\`, \`deleteStudioProject\``,
});
builder.subscriptionType({
  description: `Everything that can be watched. Each stream begins with the current state and reports a change soon after the service does. Any number of subscribers cost one request.

- One job: \`dubbingProjectUpdated\`, \`videoUpdated\`, \`artifactUpdated\`
- Many jobs: \`jobsUpdated\`, \`dubbingProjectsUpdated\`
- The account: \`balanceUpdated\`, \`requestBudgetUpdated\``,
});

/** The front page of GraphiQL's documentation. */
const description = `A dubbing and voice service as one graph.

- **Dubbing.** A dubbing project is one video, dubbed into one language. Begin with \`dubbingProjects\`, or with \`options\` and \`createDubbingProject\`.
- **The studio.** A studio project contains videos, made from artifacts, each in any number of languages. Begin with \`studioProject\`, or with \`requestArtifactUpload\`.
- **Speech.** \`synthesizeSpeech\` speaks a text in the voice of a recording. \`voices\` is the catalogue of voices to dub with.
- **Watching.** Subscriptions report the progress of a job: \`videoUpdated\`, \`dubbingProjectUpdated\`, \`artifactUpdated\`, or \`jobsUpdated\` for many at once. Polling is not needed.

A thing that does not exist is null. A failure that the caller of a mutation can correct is a member of its union; every other failure is an error with \`extensions.code\`.`;

export const schema = new GraphQLSchema({ ...builder.toSchema({ sortSchema: false }).toConfig(), description });
