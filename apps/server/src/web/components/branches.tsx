import { addresses } from '../addresses.ts'
import type { Branch } from '../model/branches.ts'
import type { Site } from '../site.ts'
import { counted } from '../wording.ts'
import { Comment } from './comment.tsx'

interface BranchesProps {
  readonly site: Site
  readonly branches: readonly Branch[]
  /** Levels of replies that may be shown below these comments. */
  readonly levels: number
  /** Whether the discussion accepts replies. */
  readonly open: boolean
}

type BranchItemProps = Omit<BranchesProps, 'branches'> & { readonly branch: Branch }

/** Comments in their order, each with its replies below it. */
export function Branches({ site, branches, levels, open }: BranchesProps) {
  return (
    <>
      {branches.map(branch => (
        <BranchItem key={branch.comment.id} site={site} branch={branch} levels={levels} open={open} />
      ))}
    </>
  )
}

/** A comment as an item of a list. Replies that are not shown are behind a link. */
export function BranchItem({ site, branch, levels, open }: BranchItemProps) {
  const { comment, author, replies, more } = branch
  return (
    <li
      class="comment"
      id={addresses.anchor(comment.id)}
      data-author={author?.username}
      {...(comment.parent_id ? { 'data-parent': comment.parent_id } : {})}
      {...(levels > 0 ? { 'data-levels': levels } : {})}
    >
      <Comment site={site} branch={branch} open={open} />
      {replies.length > 0 && (
        <ol class="replies">
          <Branches site={site} branches={replies} levels={levels - 1} open={open} />
        </ol>
      )}
      {more > 0 && (
        <a class="more" href={site.path(addresses.comment(comment.asset_id, comment.id))}>
          {replies.length > 0
            ? `Show ${counted(more, 'more reply', 'more replies')}`
            : `Show ${counted(more, 'reply', 'replies')}`}
        </a>
      )}
    </li>
  )
}
