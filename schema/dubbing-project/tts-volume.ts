import { TTS_VOLUMES } from '../../src/domain/dubbing-project/dubbing-project.ts';
import { wordEnum } from '../common/word-enum.ts';

export const TtsVolumeEnum = wordEnum('TtsVolume', 'Volume of the new voices.', TTS_VOLUMES, {
  very_quiet: 'Much quieter than NORMAL.',
  quieter: 'Quieter than NORMAL.',
  normal: 'The volume that the service chooses.',
  louder: 'Louder than NORMAL.',
  very_loud: 'Much louder than NORMAL.',
});
