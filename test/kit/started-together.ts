/**
 * Waits for several that start at once, and gives them to the stack. Where one does not start, the stack has all others, however
 * late they came.
 * @throws why the first of them did not start
 */
export async function startedTogether<Started extends AsyncDisposable>(
  starting: readonly Promise<Started>[],
  stack: AsyncDisposableStack,
): Promise<Started[]> {
  const ends = await Promise.allSettled(starting);
  const started = ends.flatMap((end) => (end.status === 'fulfilled' ? [stack.use(end.value)] : []));
  const failure = ends.find((end) => end.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  return started;
}
