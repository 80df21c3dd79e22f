// Descriptions of enrolment codes, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  types: { CreateEnrolmentCodeInput: 'A code with which one agent can enrol.' },
});
