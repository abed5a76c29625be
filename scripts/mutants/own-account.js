// Deliberate faults of what users do with their own accounts: deletion, an added address, pictures, and their dialogs.
const FEATURES = 'apps/server/src/features'
const TESTS = 'apps/server/test'

/** @type {readonly import('./table.js').Mutation[]} */
export const OWN_ACCOUNT = [
  {
    name: 'a program gives the password again to delete an account',
    file: `${FEATURES}/accounts/mutators.ts`,
    before: '(await withPasswordAgain(context, password)).id',
    after: 'signedIn(context).id',
    test: `${TESTS}/accounts/leaving.test.ts`,
    title: 'the password is given again, in the pages and by programs alike, and wrong ones are limited',
  },
  {
    name: 'the page asks for the username of an account without a password',
    file: 'apps/server/src/web/routes/deletion.tsx',
    before: 'username.trim() !== user.username && ',
    after: 'false && ',
    test: `${TESTS}/pages/own-account.test.ts`,
    title: 'an account is given up with the password, or where there is none with the username, and kept by a button',
  },
  {
    name: 'an account with an address is sent no link to add one',
    file: `${FEATURES}/accounts/attachment.ts`,
    before: 'if (localProfile(user)) throw alreadyAttached()\n      const email = ',
    after: 'const email = ',
    test: `${TESTS}/accounts/attach.test.ts`,
    title: 'a user reads which address waits for its link, and has the link sent again',
  },
  {
    name: 'a site that sends no mail asks for no address',
    file: `${FEATURES}/accounts/attachment.ts`,
    before: 'mail.works && !localProfile(user)',
    after: '!localProfile(user)',
    test: `${TESTS}/accounts/attach.test.ts`,
    title: 'a site that sends no mail offers nothing that needs a mail',
  },
  {
    name: 'the address that waits is read by its user',
    file: `${FEATURES}/accounts/index.ts`,
    before: "'User.waitingEmail': { needs: 'VIEW_USER_EMAIL', own: 'person' }",
    after: "'User.waitingEmail': 'ANYBODY'",
    test: `${TESTS}/accounts/attach.test.ts`,
    title: 'a user reads which address waits for its link, and has the link sent again',
  },
  {
    name: 'a removed picture goes from open pages',
    file: `${FEATURES}/avatars/service.ts`,
    before: "if (shown !== null) await events.publish('avatarRemoved', { id: userId })",
    after: '',
    test: `${TESTS}/avatars/browser.test.ts`,
    title: 'a picture that a moderator removes goes from the open pages of readers, and of its owner',
  },
]
