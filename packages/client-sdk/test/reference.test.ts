import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SLOT_NAMES } from '../src/index.ts'

const page = readFileSync(new URL('../../../docs/reference/client-plugin.md', import.meta.url), 'utf8')
/** The names in the first columns of the tables. */
const named = new Set(
  [...page.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  ),
)

test.each(SLOT_NAMES)('the reference has the slot %s', name => {
  expect(named).toContain(name)
})

/** What client parts of the predecessor could export and import. */
const FORMER = `
  slots reducer translations fragments mutations queries modQueues init isExcluded mapStateToProps graphqlExtension
  Slot ClickOutside IfSlotIsEmpty IfSlotIsNotEmpty CommentAuthorName CommentTimestamp CommentDetail CommentContent
  AdminCommentContent ConfigureCard StreamConfiguration Recaptcha
  Alert Dialog CoralLogo FabButton TabBar Tab TabCount TabContent TabPane Button Spinner Tooltip PopupMenu Checkbox Icon
  List Item Card TextField Success Paginate Wizard WizardNav SnackBar TextArea Drawer Label FlagLabel Dropdown Option
  BareButton
  withReaction withTags withSortOption connect withEmit excludeIf withFragments withMutation withForgotPassword
  withSignIn withSignUp withResendEmailConfirmation withSetUsername withEnumValues withVariables withFetchMore
  withSubscribeToMore withRefetch withGraphQLExtension withIgnoreUser withBanUser withUnbanUser withStopIgnoringUser
  withSetCommentStatus withChangePassword withChangeUsername compose
  viewUserDetail setAuthToken handleSuccessfulLogin logout notify setSort showSignInDialog
  pluginsConfig staticConfig usernameStatus username isLoggedIn sortOrder sortBy
  t timeago can
  isTagged prependNewNodes appendNewNodes getSlotFragmentSpreads forEachError capitalize getErrorMessages
  getDefinitionName getShallowChanges createDefaultResponseFragments handlePopupAuth buildCommentURL validators
  addCommentClassName removeCommentClassName commentClassNames withSlotElements Action
  registerHook unregisterHook preSubmit postSubmit onInputChange input
`

test.each(FORMER.trim().split(/\s+/))('the reference says what takes the place of %s', name => {
  expect(named).toContain(name)
})
