// Helpers for the scripts of the sign-in page: find elements by id, show messages, handle forms.
import { nextPage } from './service.js';

export const at = (id) => document.getElementById(id);

export function showProblem(text) {
  at('problem').textContent = text ?? '';
  at('problem').hidden = !text;
}

export function showNotice(text) {
  at('notice').textContent = text ?? '';
  at('notice').hidden = !text;
}

export const leave = () => location.assign(nextPage());

/**
 * Calls `send` with the form's values and the pressed button when the user submits the form. The form's buttons are
 * disabled until `send` resolves. A `problem` in the result is shown, at the input named `field`. After success, the
 * browser leaves the sign-in page. With `goesOn` or a `notice` in the result, the form is cleared instead.
 */
export function onSubmit(formId, send) {
  const form = at(formId);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const buttons = form.querySelectorAll('button');
    const disable = (isBusy) => buttons.forEach((button) => (button.disabled = isBusy));
    showProblem();
    for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
    const given = new FormData(form);
    disable(true);
    const { ok, problem, field, notice, goesOn } = await send(given, event.submitter);
    disable(false);
    showNotice(notice);
    if (goesOn) return form.reset();
    if (notice) return form.reset();
    if (ok) return leave();
    showProblem(problem);
    const input = form.elements.namedItem(field ?? '');
    if (input) {
      input.setAttribute('aria-invalid', 'true');
      input.focus();
    }
  });
}
