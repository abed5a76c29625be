import fs from 'node:fs'

/** Flushes the write-ahead log to the disk, in Node's thread pool, while this thread reads and answers. */
export class LogFlush {
  readonly #file: number

  /** Opens the log of a database file, which exists as soon as something was written. */
  constructor(path: string) {
    this.#file = fs.openSync(`${path}-wal`, 'r+')
  }

  /** Resolves when everything that was written to the log before is on disk. */
  flush(): Promise<void> {
    return new Promise((resolve, reject) => {
      fs.fdatasync(this.#file, error => {
        if (error) reject(error)
        else resolve()
      })
    })
  }

  close(): void {
    fs.closeSync(this.#file)
  }
}
