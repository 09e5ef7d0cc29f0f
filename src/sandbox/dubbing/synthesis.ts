import { type Answer, cloningNotEnabled, invalidAnswer, refuse } from '../http/answer.ts';
import { type EndpointRequest, named } from '../http/endpoint-request.ts';
import { audioKindOf, type Form, MAX_FORM_FILE_BYTES } from '../http/form.ts';
import type { Route } from '../http/router.ts';
import { toneWav } from '../media/wav.ts';
import { hashOf } from '../random.ts';

export const synthesisRoutes: readonly Route[] = [
  { api: 'dubbing', method: 'POST', path: '/api/v1/cloning/synthesize', body: 'form', handle: synthesize },
];

const MAX_CHARACTERS = 5000;
const CHARACTERS_PER_SECOND = 20;

function synthesize(call: EndpointRequest): Answer {
  if (!call.account.features.cloning) return cloningNotEnabled();
  const form = call.form;
  if (form === null) return invalidAnswer('A multipart/form-data body is expected');
  if (!form.isWhole) return invalidAnswer('The form breaks off');
  const text = textOf(form, 'text');
  const language = textOf(form, 'language');
  if ([...text].length > MAX_CHARACTERS) return invalidAnswer(`text must not exceed ${MAX_CHARACTERS} characters`);
  if (!call.world.catalogue.targetLangs.has(language)) return invalidAnswer(`Unsupported language ${language}`);
  refuseFiles(form);
  const names = form.files.map((file) => file.fileName).join(' ');
  return named(call, 'create', names, () => ({
    status: 200,
    contentType: 'audio/wav',
    body: () => speech(form, text),
  }));
}

/** The one value of a field. */
function textOf(form: Form, name: string): string {
  const values = form.fields.filter((field) => field.name === name);
  const [field] = values;
  if (field === undefined || field.value === '') return refuse(invalidAnswer(`${name} is required`));
  if (values.length > 1) return refuse(invalidAnswer(`${name} must be given once`));
  return field.value;
}

function refuseFiles(form: Form): void {
  const unknown =
    form.fields.find(({ name }) => name !== 'text' && name !== 'language')?.name ??
    form.files.find(({ field }) => field !== 'reference_audio_files')?.field;
  if (unknown !== undefined) refuse(invalidAnswer(`Unknown form field ${unknown}`));
  if (form.files.length === 0) refuse(invalidAnswer('reference_audio_files is required'));
  for (const file of form.files) {
    if (file.size > MAX_FORM_FILE_BYTES) refuse(invalidAnswer(`${file.fileName} exceeds 50 MB`));
    if (audioKindOf(file.head) === null) refuse(invalidAnswer(`${file.fileName} is not a WAV, MP3, M4A or FLAC file`));
  }
}

/** As long as the text takes to say, in a pitch that follows from the first reference file. */
function speech(form: Form, text: string): Buffer {
  return toneWav([...text].length / CHARACTERS_PER_SECOND, 110 + (hashOf(form.files[0]?.sha256 ?? '') % 220));
}
