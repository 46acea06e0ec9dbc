import { testTexts } from "../../../test-support/e2e/texts.ts";

testTexts({
  "#hero": ["01 Purpose", "Scale Your Robot Training with Custom Data Collection", "Request Data"],
});
