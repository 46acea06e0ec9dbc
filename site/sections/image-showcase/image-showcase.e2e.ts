import { testTexts } from "../../../test-support/e2e/texts.ts";

testTexts({ "#showcase": ["Professional Data Collection", "Data Acquisition"] });
