/** Numbers of comments, operations and live readers since this process started. */
export interface Tally {
  comments: number
  operations: number
  readers: number
}

export const tally: Tally = { comments: 0, operations: 0, readers: 0 }
