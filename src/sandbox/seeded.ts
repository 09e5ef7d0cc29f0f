/** The ids of what a populated sandbox starts with. They are the same in each account; names and texts are not. */
export const SEEDED = {
  dubbingProjects: {
    /** Ready, 24 segments, catalogue voices. */
    ready: '1001',
    /** Ready, 120 segments, soundalike voices. */
    soundalike: '1002',
    /** Ready, 300 segments, emotional_transfer. */
    emotional: '1003',
    /** In progress for 20 minutes of work, ready for 10, and again. */
    running: '1004',
    /** In progress for 3 hours of work, ready for one, and again. */
    runningLong: '1005',
    error: '1006',
    /** Ready; `voice:Rachel`, and a key that is no longer in the catalogue. */
    oddVoices: '1007',
    /** In progress for ever; its estimate has passed. */
    stuck: '1008',
  },
  artifacts: {
    video: 'art_video',
    audio: 'art_audio',
    script: 'art_script',
    /** A video of 5,368,709,120 bytes. */
    huge: 'art_huge',
    fragments: 'art_fragments',
    /** Waits to be processed, for ever. */
    created: 'art_created',
    /** created, upload_started, upload_completed, and again. */
    uploading: 'art_uploading',
    failed: 'art_failed',
  },
  studioProjects: {
    demo: 'proj_demo',
    series: 'proj_series',
    /** Has no videos. */
    empty: 'proj_empty',
  },
  /** Videos of the studio project `demo`. */
  videos: {
    dubbingRunning: 'vid_dub_running',
    dubbingNew: 'vid_dub_new',
    dubbingCompleted: 'vid_dub_completed',
    /** One of its two languages has failed. */
    dubbingFailed: 'vid_dub_failed',
    /** Fails, is retried by itself, is finished, and again. */
    dubbingFlaky: 'vid_dub_flaky',
    dubbingStuck: 'vid_dub_stuck',
    voiceoverRunning: 'vid_voiceover_running',
    /** An editor is at the transcription. */
    audioDescriptionManual: 'vid_ad_manual',
    transcriptionRunning: 'vid_transcription_running',
    translationCompleted: 'vid_translation_completed',
    subtitlingRunning: 'vid_subtitling_running',
    ttsRunning: 'vid_tts_running',
    /** Some of its lines could not be rendered. */
    ttsFailed: 'vid_tts_failed',
  },
  /** Videos of the studio project `series`. */
  episodes: ['vid_episode_1', 'vid_episode_2', 'vid_episode_3'],
} as const;
