/** The result of `work`, or an error saying `message` when it is not there in time. */
export async function withDeadline<T>(work: Promise<T>, milliseconds: number, message: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => { timer = setTimeout(() => reject(new Error(message)), milliseconds) })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
