/** Something was not there in time. */
export class LateError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'LateError'
  }
}

/** The result of `work`, or a LateError saying `message` when it is not there in time. */
export async function withDeadline<T>(work: Promise<T>, milliseconds: number, message: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new LateError(message)), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
