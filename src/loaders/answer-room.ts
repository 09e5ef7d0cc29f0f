import { LRUCache } from 'lru-cache';

/** A large answer that is remembered somewhere. */
export interface RoomPlace {
  /** It is not remembered any more. */
  release(): void;
}

/**
 * The memory that all accounts of the process have for large answers: where it is full, those go that came first. Small answers
 * need none, since they are bounded by their number.
 */
export interface AnswerRoom {
  /**
   * @param bytes its size, as the room counts it: that of the service's answer, which takes three times as much once it is parsed,
   * or an estimate of what it takes
   * @param forget called once, if others need the room
   * @returns null if it is so large that it is not to be remembered
   */
  keep(bytes: number, forget: () => void): RoomPlace | null;
}

/** Up to here an answer is small. */
const SMALL_BYTES = 4 * 1024;

/** The rooms of the process. */
export interface AnswerRooms {
  /** For answers that serve for a moment. */
  readonly answers: AnswerRoom;
  /** For details of projects that serve for an hour. */
  readonly details: AnswerRoom;
}

export function createAnswerRooms(): AnswerRooms {
  return { answers: createAnswerRoom(), details: createAnswerRoom(24 * MIB) };
}

const MIB = 1024 * 1024;

export function createAnswerRoom(mostBytes = 12 * MIB): AnswerRoom {
  const places = new LRUCache<RoomPlace, () => void>({
    maxSize: mostBytes,
    disposeAfter: (forget, _place, reason) => {
      if (reason === 'evict') forget();
    },
  });
  return {
    keep(bytes, forget) {
      if (bytes <= SMALL_BYTES) return NO_PLACE;
      if (bytes > mostBytes) return null;
      const place = { release: () => void places.delete(place) };
      places.set(place, forget, { size: bytes });
      return place;
    },
  };
}

const NO_PLACE: RoomPlace = { release: () => undefined };
