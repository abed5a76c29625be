import type { Asset } from '@platform/plugin-sdk'
import { addresses } from '../addresses.ts'
import type { Site } from '../site.ts'
import { titleOf } from '../titles.ts'
import { Timestamp } from './timestamp.tsx'

/** A discussion in the list of discussions. */
export function DiscussionRow({ site, asset }: { site: Site; asset: Asset }) {
  const { title, host } = titleOf(asset)
  const { texts } = site
  return (
    <li>
      <a class="title" href={site.path(addresses.discussion(asset.id))} dir="auto">
        {title}
      </a>
      <p class="meta">
        <bdi>{host}</bdi>
        <span>{texts.counted('comments', asset.comment_counts.total)}</span>
        {asset.last_comment_at && (
          <span>{texts.parts('latest', { time: <Timestamp site={site} time={asset.last_comment_at} /> })}</span>
        )}
      </p>
    </li>
  )
}
