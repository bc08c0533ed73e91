"""What most published 18xx share."""
