import { test } from "../test-support/e2e/site.ts";
import { testTexts } from "../test-support/e2e/texts.ts";

testTexts({
  header: ["Home", "About", "Contact", "Request Data"],
  footer: ["Let's build the future of robotics together.", "Request Data"],
  "#inline-form": ["Personal Information", "Data Requirements"],
  "#request-dialog": ["Data Collection Services", "Close", "Tell Us About Your Data Needs"],
});

test.describe(() => {
  test.use({ expectedErrors: [/status of 404/] });

  testTexts({ main: ["Oops! Page not found", "Return to Home"] }, "/nowhere");
});
