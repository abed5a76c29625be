import { readableTime } from '../wording.ts'

export function Timestamp({ time }: { time: Date }) {
  return <time datetime={time.toISOString()}>{readableTime(time)}</time>
}
