// The second factor on the sign-in page: entering it, setting it up, new recovery codes, removing it.
import { at, onSubmit, showNotice, showProblem } from './forms.js';
import { addPasskey, canUsePasskeys, signInByPasskey } from './passkeys.js';
import qrcode from './qrcode.mjs';
import { ask } from './service.js';

const goesOn = { goesOn: true };
const parts = ['ways-in', 'signed-in', 'invitation', 'resetting', 'verifying', 'second-factor', 'enrolment', 'codes'];

/** Shows this part of the page, hides the other parts, and focuses the first input or button. */
function showOnly(part) {
  showProblem();
  showNotice();
  for (const id of parts) at(id).hidden = id !== part;
  at(part).querySelector('form:not([hidden]) input, button')?.focus();
  return goesOn;
}

let challenge;

/**
 * Shows the form for the second factor, after the service has accepted the password or the sign-in at a provider.
 * `factors` are the kinds of second factor that the account has.
 */
export function askForFactor(given, factors = ['app', 'passkey', 'recovery_code']) {
  challenge = given;
  at('give-code').hidden = !factors.some((factor) => factor !== 'passkey');
  at('give-passkey').hidden = !canUsePasskeys || !factors.includes('passkey');
  return showOnly('second-factor');
}

function orBeginAgain(answer) {
  if (answer.code !== 'auth_challenge_invalid') return answer;
  showOnly('ways-in');
  showProblem(answer.problem);
  return goesOn;
}

onSubmit('give-code', async (form) =>
  orBeginAgain(await ask('POST', '/api/auth/second-factor', { challenge, code: form.get('code') })),
);

onSubmit('give-passkey', async () => orBeginAgain(await signInByPasskey(challenge)));

export function showEnrolment() {
  at('enrol-passkey').hidden = !canUsePasskeys;
  return showOnly('enrolment');
}

/** Draws the smallest QR code that can contain the text, with the margin that cameras need. */
function drawQrCode(image, text) {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  const places = Array.from({ length: size * size }, (_, place) => [Math.floor(place / size), place % size]);
  const dark = places.filter(([row, column]) => code.isDark(row, column));
  image.setAttribute('viewBox', `-4 -4 ${size + 8} ${size + 8}`);
  image.querySelector('path').setAttribute('d', dark.map(([row, column]) => `M${column} ${row}h1v1h-1z`).join(''));
}

onSubmit('enrol', async (form, button) => {
  const password = form.get('current_password');
  const reason = password ? { current_password: password } : {};
  if (button === at('enrol-passkey')) {
    const added = await addPasskey(reason);
    return added.ok ? showCodes(added.body.data) : added;
  }
  const answer = await ask('POST', '/api/auth/second-factor/enrol', reason);
  if (!answer.ok) return answer;
  const { secret, otpauth_uri: address } = answer.body.data;
  at('secret').textContent = secret.match(/.{1,4}/g).join(' ');
  at('open-app').href = address;
  drawQrCode(at('qr-code'), address);
  at('enrol').hidden = true;
  at('confirm-code').hidden = false;
  at('confirm-code').elements.namedItem('code').focus();
  return goesOn;
});

function showCodes({ recovery_codes: codes }) {
  at('recovery-codes').replaceChildren(
    ...codes.map((code) => Object.assign(document.createElement('li'), { textContent: code })),
  );
  return showOnly('codes');
}

onSubmit('confirm-code', async (form) => {
  const answer = await ask('POST', '/api/auth/second-factor/confirm', { code: form.get('code') });
  return answer.ok ? showCodes(answer.body.data) : answer;
});

/**
 * Shows the buttons for the second factor of the signed-in user: set up, change, remove. Returns the number of
 * passkeys.
 */
export async function offerSecondFactor() {
  const { ok, body } = await ask('GET', '/api/auth/second-factor');
  const { app, passkeys } = ok ? body.data : { app: false, passkeys: 0 };
  at('set-up').hidden = !ok || app || passkeys > 0;
  at('change-factor').hidden = !app && passkeys === 0;
  at('remove-factor').hidden = !app;
  return passkeys;
}

at('set-up').addEventListener('click', showEnrolment);

onSubmit('replace-codes', async (form) => {
  const answer = await ask('POST', '/api/auth/second-factor/recovery-codes', { code: form.get('code') });
  return answer.ok ? showCodes(answer.body.data) : answer;
});

onSubmit('remove-factor', async (form) => {
  const answer = await ask('POST', '/api/auth/second-factor/remove', { code: form.get('code') });
  if (!answer.ok) return answer;
  const notice =
    (await offerSecondFactor()) > 0
      ? 'The authenticator app is removed: signing in asks for a passkey.'
      : 'The second factor is removed: the password alone signs in.';
  return { notice };
});
