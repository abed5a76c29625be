// Signals are shared with the stream: a copy of a plugin's own would not be seen by it.

export { computed, effect, signal } from '@preact/signals'
export { AccountLink, type AccountLinkProps } from './account-link.tsx'
export * from './acting.ts'
export { can, useCan, type ViewerPermission } from './can.ts'
export { ClickOutside, type ClickOutsideProps, useClickOutside } from './click-outside.tsx'
export * from './define-client-plugin.ts'
export { Dialog, type DialogProps } from './dialog.tsx'
export { Icon, Spinner, TabCount, TimeAgo } from './elements.tsx'
export * from './host.ts'
export { later } from './later.tsx'
export { loadAllParts, loadParts, PartLoadError, type PartModule } from './load-parts.ts'
export { Menu, type MenuProps } from './menu.tsx'
export { MutationForm, type MutationFormProps, variablesIn } from './mutation-form.tsx'
export { OFFERS, type Offer, offersOf } from './offers.ts'
export { beginConfig, checkConfig } from './part-config.ts'
export { PlainField, type PlainFieldProps } from './plain-field.tsx'
export { defineProviderClient, type ProviderClientOptions } from './provider/define-provider-client.tsx'
export { type ListedQueue, queuesOf } from './queues.ts'
export { defineReactionClient, type ReactionClientOptions } from './reaction/define-reaction-client.tsx'
export * from './records.ts'
export { reportFailuresTo, reportMissing } from './report.ts'
export {
  commentClassesOf,
  configOf,
  entriesOf,
  isDrawn,
  type Placed,
  placedIn,
  Slot,
  useIsDrawn,
  useIsFilled,
} from './slot.tsx'
export * from './slots.ts'
export { defineSortClient, type SortClientOptions } from './sort/define-sort-client.tsx'
export { type TabLevel, tabNameOf, tabTagOf } from './tab-names.ts'
export { type CommentTag, changesTag, isTagged, tagOf, useTag } from './tags.ts'
export { linkify, type TextPiece } from './text/linkify.ts'
export { LinkedText, Paragraphs, Quotation } from './text/paragraphs.tsx'
export { blocksOf, type TextBlock } from './text/quotation.ts'
export { TextLink } from './text/text-link.tsx'
export * from './use.ts'
export { type MenuContent, type OpenMenu, useMenu } from './use-menu.ts'
export { UserLink, UserPicture } from './user-link.tsx'
