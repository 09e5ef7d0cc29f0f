/** Bodies as the service sends them, for tests that need one with a certain content. */

const VOICE_KEYS = [0, 1, 2, 3, 4, 5].map((n) => `std:fr-FR-Voice${n}Neural`);

export const segments = (count: number, speakers = 6) =>
  Array.from({ length: count }, (_, i) => ({
    start_ms: i * 2500,
    end_ms: i * 2500 + 2300,
    text: `Line ${i}`,
    speaker_id: i % speakers,
  }));

const speakers = (count = 6) =>
  Array.from({ length: count }, (_, i) => ({ speaker_id: i, voice_key: VOICE_KEYS[i], style: 'feminine' }));

export const readyProject = (over: object = {}) => ({
  name: 'Episode 1',
  source_lang: 'en',
  target_lang: 'fr-FR',
  mixing_mode: 'voiceover_only',
  cost_minutes: 12.5,
  created_date: '2026-01-02T03:04:05.000Z',
  status: 'ready',
  completion_date: '2026-01-02T04:04:05.000Z',
  output_video_url: 'https://cdn.example.com/p1/video.mp4?sig=a%2Bb+c',
  output_tts_audio_url: 'https://cdn.example.com/p1/audio.wav',
  output_source_script: segments(300),
  output_target_script: segments(300),
  output_target_speakers: speakers(),
  ...over,
});

export const listed = (id: string, over: object = {}) => ({
  project_id: id,
  name: `Episode ${id}`,
  status: 'ready',
  source_lang: 'en',
  target_lang: 'fr-FR',
  cost_minutes: 1.5,
  created_date: '2026-01-02T03:04:05.000Z',
  ...over,
});

export const voices = {
  'fr-FR': VOICE_KEYS.map((voice_key, i) => ({ name: `Voice ${i}`, voice_key, style: 'feminine' })),
  'en-US': [{ name: 'Rachel', voice_key: 'voice:Rachel', style: 'masculine' }],
};

export const video = (id: string, over: object = {}) => ({
  id,
  name: `Video ${id}`,
  status: 'in_progress',
  processingType: 'dubbing',
  srcLang: 'en',
  dstLangs: ['fr-FR', 'de-DE'],
  videoUrl: `https://cdn.example.com/${id}.mp4`,
  videoDuration: 321.5,
  remark: 'none',
  stringVariables: [{ key: 'ref', value: id }],
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
  ...over,
});

export const statusEntry = (lang: string, over: object = {}) => ({
  lang,
  phase: 'translation',
  pendingOn: 'system',
  isError: false,
  eta: '2026-01-02T05:04:05.000Z',
  ...over,
});

export const artifact = (id: string, over: object = {}) => ({
  id,
  name: `Artifact ${id}`,
  type: 'video',
  status: 'upload_completed',
  uploadMethod: 'direct_url',
  size: 123_456_789,
  duration: 321.5,
  errorMessage: null,
  s3Path: `uploads/${id}`,
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
  company: { id: 'c1' },
  createdBy: { id: 'u1' },
  ...over,
});
