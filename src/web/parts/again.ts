/** What is done again and again while something is shown. */

/** While the page is seen. Returns a function that ends it. */
export function every(millis: number, work: () => unknown): () => void {
  const timer = setInterval(() => {
    if (!document.hidden) void work();
  }, millis);
  return () => clearInterval(timer);
}

/** `take` says after how long it is asked again, if at all. Returns a function that ends it. */
export function keepAsking<Answer>(
  ask: () => Promise<Answer>,
  take: (answer: Answer) => number | undefined,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = true;
  const look = async (): Promise<void> => {
    const answer = await ask();
    const after = isWanted ? take(answer) : undefined;
    if (after !== undefined) timer = setTimeout(() => void look(), after);
  };
  void look();
  return () => {
    isWanted = false;
    clearTimeout(timer);
  };
}
