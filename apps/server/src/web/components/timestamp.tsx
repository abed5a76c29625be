import type { Site } from '../site.ts'

export function Timestamp({ site, time }: { site: Site; time: Date }) {
  return <time datetime={time.toISOString()}>{site.texts.time(time)}</time>
}
