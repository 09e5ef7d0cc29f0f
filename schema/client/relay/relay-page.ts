import {
  commitLocalUpdate,
  createOperationDescriptor,
  type Environment,
  getRequest,
  type PayloadData,
  type Variables,
} from 'relay-runtime';
import type { Observer } from '../core/connection.ts';
import type { Result } from '../core/document.ts';
import { createDubbing, type Dubbing, type DubbingOptions } from '../core/dubbing.ts';
import type { DubbingPage } from '../react/context.ts';
import { partsOfViewer } from '../react/page-parts.ts';
import { createPageStreams } from '../react/page-streams.ts';
import { createPageWrite } from '../react/page-write.ts';
import type { Subscribe } from '../react/subscribe.ts';
import { SUBSCRIPTIONS } from './documents.ts';
import { createDubbingEnvironment, textOf } from './environment.ts';

export interface RelayPage extends DubbingPage {
  /** With the store of one viewer: after a sign-in as another one it is another environment. */
  readonly environment: Environment;
}

/** The gateway and a Relay environment for one page. */
export function createRelayPage(options: DubbingOptions): RelayPage {
  const dubbing = createDubbing(options);
  const parts = partsOfViewer(dubbing, () => createParts(dubbing));
  return {
    dubbing,
    get environment() {
      return parts().environment;
    },
    get streams() {
      return parts().streams;
    },
    get write() {
      return parts().write;
    },
  };
}

function createParts(dubbing: Dubbing): Omit<RelayPage, 'dubbing'> {
  const environment = createDubbingEnvironment(dubbing);
  const streams = createPageStreams(dubbing, subscribeWith(dubbing, environment));
  const write = createPageWrite(
    streams,
    (document, variables, sendOptions) => dubbing.requests.send(document, variables, sendOptions),
    (id) => commitLocalUpdate(environment, (store) => store.delete(id)),
  );
  return { environment, streams, write };
}

/** Sends the compiled document, and puts each update into the store, in parts if it has errors. */
const subscribeWith =
  (dubbing: Dubbing, environment: Environment): Subscribe =>
  (document, variables, observer) => {
    const node = SUBSCRIPTIONS[document.name as keyof typeof SUBSCRIPTIONS];
    const request = getRequest(node);
    const descriptor = createOperationDescriptor(request, variables as Variables);
    return dubbing.connection.subscribe(textOf(request.params), variables, {
      next(result) {
        if (result.data) environment.commitPayload(descriptor, result.data as PayloadData);
        (observer as Observer<unknown>).next(result as Result);
      },
      error: (error) => observer.error(error),
      complete: () => observer.complete(),
    });
  };
