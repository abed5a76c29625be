/** How long some work takes, and for how long of that nothing else went on at most. Milliseconds. */
export async function pausesOf(work: () => Promise<unknown>): Promise<{ whole: number; longest: number }> {
  let [last, longest] = [performance.now(), 0]
  const start = last
  const note = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  const ticks = setInterval(note, 1)
  await work()
  note()
  clearInterval(ticks)
  return { whole: last - start, longest }
}
