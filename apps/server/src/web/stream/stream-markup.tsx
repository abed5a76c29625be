import type { Services } from '@platform/plugin-sdk'
import { jsonText, type StreamState } from '@platform/stream'
import type { Site } from '../site.ts'
import { drawStream } from './draw-stream.ts'

/** The types of Preact do not know this attribute yet. */
const BLOCKING = { blocking: 'render' }

/** The files that a page with a stream loads, for its head. */
export function StreamFiles({ site, services }: { site: Site; services: Services }) {
  const { script, style } = services.streamBuild.entry
  return (
    <>
      <link rel="stylesheet" href={site.built(style)} />
      {/* What stands at the end of a line moves while the line is read, so nothing is drawn before those lines end. */}
      <link rel="expect" href="#stream-news" {...BLOCKING} />
      <script type="module" src={site.built(script)} />
    </>
  )
}

/** The stream, and the state from which the browser goes on. */
export function Stream({ services, state }: { services: Services; state: StreamState }) {
  return (
    <>
      {/* The stream escapes every text of a user itself, and the state has no `<`. */}
      <div id="platform-stream" dangerouslySetInnerHTML={{ __html: drawStream(services, state) }} />
      <script type="application/json" id="platform-state" dangerouslySetInnerHTML={{ __html: jsonText(state) }} />
    </>
  )
}
