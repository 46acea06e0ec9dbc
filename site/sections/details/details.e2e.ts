import { testTexts } from "../../../test-support/e2e/texts.ts";

testTexts({ "#details": ["The details", "Data Collection", "Precision Data Processing"] });
