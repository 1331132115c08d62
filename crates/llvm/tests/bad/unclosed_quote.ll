source_filename = "abc
