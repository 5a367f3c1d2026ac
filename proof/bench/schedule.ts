/** Things due later in virtual time: a binary heap, earliest first. */

export interface Due {
  readonly at: number;
  readonly action: 'cancel' | 'modify';
  readonly id: number;
}

export function pushDue(heap: Due[], due: Due): void {
  let at = heap.length;
  heap.push(due);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (heap[parent]!.at <= due.at) break;
    heap[at] = heap[parent]!;
    at = parent;
  }
  heap[at] = due;
}

/** Takes the earliest one if it is due before `now`. */
export function popDue(heap: Due[], now: number): Due | undefined {
  const first = heap[0];
  if (first === undefined || first.at > now) return undefined;
  const last = heap.pop()!;
  if (heap.length > 0) sink(heap, last);
  return first;
}

function sink(heap: Due[], due: Due): void {
  let at = 0;
  for (;;) {
    let child = at * 2 + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && heap[child + 1]!.at < heap[child]!.at) child += 1;
    if (heap[child]!.at >= due.at) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = due;
}
