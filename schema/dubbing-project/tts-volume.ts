import { TTS_VOLUMES } from '../../src/domain/dubbing-project/dubbing-project.ts';
import { wordEnum } from '../common/word-enum.ts';

export const TtsVolumeEnum = wordEnum('TtsVolume', 'How loud the new voices are.', TTS_VOLUMES, {
  very_quiet: 'Far below the volume that the service chooses by itself.',
  quieter: 'Below it.',
  normal: 'As the service chooses by itself.',
  louder: 'Above it.',
  very_loud: 'Far above it.',
});
