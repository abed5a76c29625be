import type { Asset } from '@platform/plugin-sdk'

/** An asset as moderators get it over REST, without the metadata of plugins. */
export function publicAsset(asset: Asset) {
  const { id, url, title, description, author, image, section, subsection, publication_date, modified_date } = asset
  const {
    closedAt,
    closedMessage,
    scraped,
    settings,
    tags,
    comment_counts: counts,
    last_comment_at,
    created_at,
    updated_at,
  } = asset
  return {
    id,
    url,
    title,
    description,
    author,
    image,
    section,
    subsection,
    publication_date,
    modified_date,
    closedAt,
    closedMessage,
    scraped,
    settings,
    tags: tags.map(({ tag, created_at: at }) => ({ name: tag.name, created_at: at })),
    commentCount: counts.roots,
    totalCommentCount: counts.total,
    last_comment_at,
    created_at,
    updated_at,
  }
}
