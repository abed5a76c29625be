import type { PluginRouter } from '@platform/plugin-sdk'
import { direct, shared } from './route.ts'
import { showAccount } from './routes/account.tsx'
import { sendAsset } from './routes/assets.ts'
import { changeEmail, showEmail } from './routes/change-email.tsx'
import { showDemo } from './routes/demo.tsx'
import { showDiscussion } from './routes/discussion.tsx'
import { ask, confirm, resetPassword, showAsking, showConfirm, showReset } from './routes/email-links.tsx'
import { showFragment, showNewer } from './routes/fragments.tsx'
import { showHome } from './routes/home.tsx'
import { install, showInstall } from './routes/install.tsx'
import { attach, changePassword, decideDeletion, showDeletion, showPassword } from './routes/own-account.tsx'
import { showPermalink } from './routes/permalink.tsx'
import { postComment } from './routes/post-comment.ts'
import { register, showRegister } from './routes/register.tsx'
import { endSessions, showSessions } from './routes/sessions.tsx'
import { showSignIn, signInByForm } from './routes/sign-in.tsx'
import { signOut } from './routes/sign-out.ts'
import { createToken, revokeToken, showTokens } from './routes/tokens.tsx'
import { chooseUsername, showUsername } from './routes/username.tsx'

/** Every page, by address. Pages to read are shared among anonymous readers; forms are not. */
export function pageRoutes<Context>({ koa }: PluginRouter<Context>): void {
  koa.get('/', shared(showHome))
  koa.get('/demo', shared(showDemo))
  koa.get('/discussions/:discussion', shared(showDiscussion))
  koa.get('/discussions/:discussion/comments', shared(showNewer))
  koa.post('/discussions/:discussion/comments', direct(postComment))
  koa.get('/discussions/:discussion/comments/:comment', shared(showPermalink))
  koa.get('/discussions/:discussion/comments/:comment/fragment', shared(showFragment))
  koa.get('/register', direct(showRegister))
  koa.post('/register', direct(register))
  koa.get('/sign-in', direct(showSignIn))
  koa.post('/sign-in', direct(signInByForm))
  koa.post('/sign-out', direct(signOut))
  koa.get('/account', direct(showAccount))
  koa.get('/account/email', direct(showEmail))
  koa.post('/account/email', direct(changeEmail))
  koa.get('/account/sessions', direct(showSessions))
  koa.post('/account/sessions', direct(endSessions))
  koa.get('/account/tokens', direct(showTokens))
  koa.post('/account/tokens', direct(createToken))
  koa.post('/account/tokens/revoke', direct(revokeToken))
  koa.get('/account/email/confirm', direct(showConfirm))
  koa.post('/account/email/confirm', direct(confirm))
  koa.get('/account/email/resend', direct(showAsking('confirm-email')))
  koa.post('/account/email/resend', direct(ask('confirm-email')))
  koa.get('/account/password', direct(showPassword))
  koa.post('/account/password', direct(changePassword))
  koa.post('/account/attach', direct(attach))
  koa.get('/account/username', direct(showUsername))
  koa.post('/account/username', direct(chooseUsername))
  koa.get('/account/deletion', direct(showDeletion))
  koa.post('/account/deletion', direct(decideDeletion))
  koa.get('/account/password/forgotten', direct(showAsking('password-reset')))
  koa.post('/account/password/forgotten', direct(ask('password-reset')))
  koa.get('/account/password/reset', direct(showReset))
  koa.post('/account/password/reset', direct(resetPassword))
  koa.get('/admin/install', direct(showInstall))
  koa.post('/admin/install', direct(install))
  koa.get('/assets/:file', direct(sendAsset))
}
