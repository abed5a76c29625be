import type { Site } from '../site.ts'

/** The script that a page with timestamps loads: it shows them in the reader's time zone. */
export const LOCAL_TIMES = 'local-times.js'

/** A time, in UTC until the script of {@link LOCAL_TIMES} has run. */
export function Timestamp({ site, time }: { site: Site; time: Date }) {
  return (
    <time class="local" datetime={time.toISOString()}>
      {site.texts.time(time)}
    </time>
  )
}
