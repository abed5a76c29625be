export {
  authentication,
  authentication as default,
  authentication as 'module.exports',
  HandleAuthPopupCallback,
  HandleGenerateCredentials,
  passport,
  ValidateUserLogin,
} from './authentication.ts'
