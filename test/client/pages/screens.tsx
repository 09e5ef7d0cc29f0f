import { StrictMode, useRef, useState } from 'react';
import {
  CreateDubbingProjectDocument,
  codeOf,
  DeleteDubbingProjectDocument,
  messagesOf,
  useArtifact,
  useBudget,
  useDubbing,
  useFreshness,
  useJobs,
  useProject,
  useProjects,
  useStatus,
  useUpload,
  useVideo,
  useViewer,
  useWrite,
} from './kit.ts';

const options = new URLSearchParams(location.search);
const count = (name: string) => Array.from({ length: Number(options.get(name) ?? 0) }, (_, index) => index);

function Badge() {
  const { connection, reason } = useStatus();
  return (
    <p className="badge" title={reason ?? ''} data-connection={connection}>
      {useFreshness()}
    </p>
  );
}

function Projects() {
  const details = options.has('details');
  const first = Number(options.get('first') ?? 50);
  const { projects, totalCount, hasMore, fetchMore, error } = useProjects({ first, details });
  return (
    <section className="projects">
      <output className="total">{totalCount}</output>
      {error && <p className="error">{error.message}</p>}
      <ul>
        {projects.map(({ id, name, status, completedAt }) => (
          <li key={id} className={completedAt ? 'complete' : ''}>
            {name}: {status}
          </li>
        ))}
      </ul>
      {hasMore && (
        <button type="button" onClick={() => void fetchMore()}>
          More
        </button>
      )}
    </section>
  );
}

function Video() {
  const { video, freshness } = useVideo('Video:proj_demo/vid_dub_running');
  return (
    <p className="video">
      {video?.name} {video?.progress?.languages.length} {freshness}
    </p>
  );
}

function Job() {
  const jobs = useJobs(['DubbingProject:1004', 'Artifact:art_uploading']);
  return (
    <p className="job" title={[...jobs.keys()].join()}>
      {jobs.get('DubbingProject:1004')?.update?.job.state}
    </p>
  );
}

function Single() {
  const { project } = useProject('DubbingProject:1001');
  const { artifact } = useArtifact('Artifact:art_uploading');
  const { project: absent, error } = useProject('DubbingProject:none');
  const { error: mistaken } = useProject('Video:proj_demo/vid_dub_running');
  return (
    <>
      <p className="project">
        {project?.name} in {project?.targetLanguage.name}: {project?.status} {project?.output?.videoUrl}
      </p>
      <p className="single-artifact">
        {artifact?.name}: {artifact?.status}
      </p>
      <p className="absent">{absent?.name ?? `${codeOf(error)}: ${error?.message}`}</p>
      <p className="mistaken">{messagesOf(mistaken)}</p>
    </>
  );
}

function Finished() {
  const { project, freshness, error } = useProject('DubbingProject:1001');
  return (
    <p className="finished">
      {project?.status} {freshness} {error?.message}
    </p>
  );
}

function Viewer() {
  const { viewer, mayWrite } = useViewer();
  const { dubbing } = useDubbing();
  return (
    <p>
      <output className="viewer">
        {viewer?.name} {mayWrite ? 'may write' : 'may not write'}
      </output>
      <button type="button" onClick={() => dubbing.reconnect()}>
        Reconnect
      </button>
    </p>
  );
}

function Account() {
  const { minutes, requests } = useBudget();
  return (
    <p className="budget">
      {minutes} {requests?.remainingThisMinute}
    </p>
  );
}

function Form() {
  const [sourceVideoUrl, setUrl] = useState('');
  const { run, isBusy, outcome } = useWrite(CreateDubbingProjectDocument);
  const removal = useWrite(DeleteDubbingProjectDocument);
  const input = { name: 'From the page', sourceLanguage: 'en', targetLanguage: 'fr-FR', sourceVideoUrl };
  return (
    <form action={() => void run({ input })}>
      <input name="url" value={sourceVideoUrl} onChange={(event) => setUrl(event.target.value)} />
      <button type="submit" disabled={isBusy}>
        Create
      </button>
      <button type="button" className="delete" onClick={() => void removal.run({ id: 'DubbingProject:1001' })}>
        Delete
      </button>
      <p className="issue">{outcome?.kind === 'invalid' && outcome.at('sourceVideoUrl')}</p>
      <p className="outcome">{outcome?.kind}</p>
    </form>
  );
}

function Upload() {
  const { run, progress, outcome } = useUpload();
  const shares = useRef<number[]>([]);
  if (progress !== null && shares.current.at(-1) !== progress) shares.current.push(progress);
  return (
    <p>
      <input type="file" className="upload" onChange={({ target: { files } }) => files?.[0] && void run(files[0])} />
      <span className="artifact">
        {outcome?.kind === 'ok' ? `${outcome.value.name}: ${outcome.value.sizeBytes}` : outcome?.message}
      </span>
      <span className="shares">{shares.current.join(' ')}</span>
    </p>
  );
}

export function App() {
  const screens = (
    <>
      {count('badges').map((index) => (
        <Badge key={index} />
      ))}
      {count('lists').map((index) => (
        <Projects key={index} />
      ))}
      {count('videos').map((index) => (
        <Video key={index} />
      ))}
      {count('jobs').map((index) => (
        <Job key={index} />
      ))}
      {count('singles').map((index) => (
        <Single key={index} />
      ))}
      {count('finished').map((index) => (
        <Finished key={index} />
      ))}
      {count('viewers').map((index) => (
        <Viewer key={index} />
      ))}
      {count('accounts').map((index) => (
        <Account key={index} />
      ))}
      {count('forms').map((index) => (
        <Form key={index} />
      ))}
      {count('uploads').map((index) => (
        <Upload key={index} />
      ))}
    </>
  );
  return options.has('strict') ? <StrictMode>{screens}</StrictMode> : screens;
}
