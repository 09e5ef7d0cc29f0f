/** How much may be taken at once, all in all. */
export interface UploadQuota {
  /** Requests with files: those that are being received, and those whose operations run. */
  readonly uploads: number;
  readonly bytes: number;
}

/** The upload space of one client, in requests and bytes. */
export interface UploadReservation {
  /** Takes so much more; false, and nothing taken, where that would be more than it may have. */
  take(more: Partial<UploadQuota>): boolean;
  giveBack(less: Partial<UploadQuota>): void;
}

/**
 * Shares out a room: a client may have as much as is still free. So one alone gets half of it, and whoever comes next
 * always finds some: with any number of clients who take what they can, each has as much as is left over.
 */
export function fairShares(room: UploadQuota): (client: string | null) => UploadReservation {
  const taken = { uploads: 0, bytes: 0 };
  const shares = new Map<string, { uploads: number; bytes: number }>();

  return (client) => ({
    take({ uploads = 0, bytes = 0 }) {
      const own = (client === null ? undefined : shares.get(client)) ?? { uploads: 0, bytes: 0 };
      if (own.uploads + uploads > room.uploads - taken.uploads) return false;
      if (own.bytes + bytes > room.bytes - taken.bytes) return false;
      taken.uploads += uploads;
      taken.bytes += bytes;
      // Where clients are not distinguished, none has a share.
      if (client !== null) shares.set(client, { uploads: own.uploads + uploads, bytes: own.bytes + bytes });
      return true;
    },
    giveBack({ uploads = 0, bytes = 0 }) {
      taken.uploads -= uploads;
      taken.bytes -= bytes;
      const own = client === null ? undefined : shares.get(client);
      if (client === null || own === undefined) return;
      const left = { uploads: own.uploads - uploads, bytes: own.bytes - bytes };
      if (left.uploads === 0 && left.bytes === 0) shares.delete(client);
      else shares.set(client, left);
    },
  });
}
