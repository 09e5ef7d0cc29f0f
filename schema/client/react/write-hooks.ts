import { useCallback, useState } from 'react';
import type { GraphDocument } from '../core/document.ts';
import type { Outcome, PayloadOf } from '../core/outcome.ts';
import type { PutArtifactOptions, UsableArtifact } from '../core/put-artifact.ts';
import type { SendOptions } from '../core/send.ts';
import { useDubbing } from './context.ts';

interface OutcomeState<Value> {
  readonly isBusy: boolean;
  /** The outcome of the latest run; null before the first one and while one is on its way. `again` of an unknown one is a run, too. */
  readonly outcome: Outcome<Value> | null;
  /** The share of the files that is sent, 0 to 1; null while nothing is uploaded. */
  readonly progress: number | null;
}

export interface Write<Data, Variables> extends OutcomeState<PayloadOf<Data>> {
  /** Never rejects for a failure of the write: that is an outcome. */
  run(variables: Variables): Promise<Outcome<PayloadOf<Data>>>;
}

/** A mutation of a form or a button. */
export function useWrite<Data, Variables>(document: GraphDocument<Data, Variables>): Write<Data, Variables> {
  const page = useDubbing();
  const { state, follow, options } = useOutcome<PayloadOf<Data>>();
  const run = useCallback(
    (variables: Variables) => follow(() => page.write(document, variables, options)),
    [page, document, follow, options],
  );
  return { run, ...state };
}

export interface Upload extends OutcomeState<UsableArtifact> {
  run(
    file: Blob & { readonly name?: string },
    options?: Pick<PutArtifactOptions, 'name' | 'type' | 'signal'>,
  ): Promise<Outcome<UsableArtifact>>;
}

/** The upload of a file that becomes an artifact: busy until videos can be made from it. */
export function useUpload(): Upload {
  const { dubbing } = useDubbing();
  const { state, follow, options } = useOutcome<UsableArtifact>();
  const run = useCallback<Upload['run']>(
    (file, own) => follow(() => dubbing.putArtifact(file, { ...own, ...options })),
    [dubbing, follow, options],
  );
  return { run, ...state };
}

function useOutcome<Value>() {
  const [state, setState] = useState<OutcomeState<Value>>({ isBusy: false, outcome: null, progress: null });
  const [options] = useState<Required<Pick<SendOptions, 'onProgress'>>>(() => ({
    onProgress: (progress) => setState((last) => (last.isBusy ? { ...last, progress } : last)),
  }));
  const follow = useCallback(async (start: () => Promise<Outcome<Value>>): Promise<Outcome<Value>> => {
    setState({ isBusy: true, outcome: null, progress: null });
    let outcome: Outcome<Value> | null = null;
    try {
      const result = await start();
      outcome = result.kind === 'unknown' ? { ...result, again: () => follow(result.again) } : result;
      return outcome;
    } finally {
      setState({ isBusy: false, outcome, progress: null });
    }
  }, []);
  return { state, follow, options };
}
