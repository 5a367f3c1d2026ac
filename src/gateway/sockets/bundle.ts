/**
 * Frames that are written together. Connections with the same frames in the same order share a
 * bundle: the bytes are joined once for all of them, and each connection gets a single write.
 */
export interface Bundle {
  readonly before: Bundle | undefined;
  readonly frame: Buffer;
  readonly length: number;
  /** The bundle last made from this one: the next connection usually needs the same. */
  next: Bundle | undefined;
  joined: Buffer | undefined;
}

const NO_BYTES = Buffer.alloc(0);

export const emptyBundle = (): Bundle => ({
  before: undefined,
  frame: NO_BYTES,
  length: 0,
  next: undefined,
  joined: undefined,
});

export function addFrame(bundle: Bundle, frame: Buffer): Bundle {
  const { next } = bundle;
  if (next !== undefined && next.frame === frame) return next;
  const added: Bundle = {
    before: bundle,
    frame,
    length: bundle.length + frame.length,
    next: undefined,
    joined: undefined,
  };
  bundle.next = added;
  return added;
}

export function joinBundle(bundle: Bundle): Buffer {
  if (bundle.length === bundle.frame.length) return bundle.frame;
  bundle.joined ??= join(bundle);
  return bundle.joined;
}

function join(bundle: Bundle): Buffer {
  const bytes = Buffer.allocUnsafe(bundle.length);
  let end = bundle.length;
  for (let each: Bundle | undefined = bundle; each !== undefined; each = each.before) {
    end -= each.frame.length;
    each.frame.copy(bytes, end);
  }
  return bytes;
}
