"""The clients and their command lines: each peer with the best options that could be found by hand."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Tool:
    name: str
    command: tuple          # words with {url}, {target}, {folder}, {list}, {source} filled in; "{ftpx}" is the program
    server: str = "vsftpd"
    memory: str = "none"    # what a run finds in its home folder: none, or what its own earlier runs have left
    is_ftpx: bool = False

    @property
    def program(self):
        return self.command[0]


FTPX = ("{ftpx}", "get", "--quiet", "--output", "{target}", "{args}", "{url}")
FTPX_MANY = ("{ftpx}", "get", "--quiet", "--output", "{target}", "{args}", "--input-file", "{list}")


def one_file_tools():
    yield Tool("ftpx", FTPX, is_ftpx=True)
    yield Tool("ftpx-known", FTPX, memory="kept", is_ftpx=True)
    yield Tool("curl", ("curl", "--silent", "--show-error", "--output", "{target}", "{url}"))
    for n in (4, 6, 8, 16, 24, 32):
        yield Tool(f"lftp{n}", ("lftp", "-c", f"pget -n {n} {{url}} -o {{target}}"))
    for n in (4, 6, 8, 16):
        yield Tool(f"aria2x{n}", ("aria2c", "--no-conf", "--quiet", f"-x{n}", f"-s{n}", "-k1M", "--file-allocation=none",
                                  "--dir={folder}", "--out={name}", "{url}"))
    for n in (4, 6, 8, 16):
        yield Tool(f"axel{n}", ("axel", "--quiet", "-n", str(n), "-o", "{target}", "{url}"))


def many_file_tools():
    yield Tool("ftpx", FTPX_MANY, is_ftpx=True)
    yield Tool("ftpx-known", FTPX_MANY, memory="kept", is_ftpx=True)
    for n in (8, 16, 32):
        yield Tool(f"lftp{n}", ("lftp", "-c", f"mirror -P{n} {{url}}/ {{target}}"))
        yield Tool(f"aria2j{n}", ("aria2c", "--no-conf", "--quiet", f"-j{n}", "-x16", "--file-allocation=none",
                                  "--dir={target}", "--input-file={list}"))
        yield Tool(f"rclone{n}", ("rclone", "copy", "--ftp-host", "{host}", "--ftp-user", "anonymous", "--ftp-pass",
                                  # "ftpx", obscured as rclone wants it.
                                  "{rclone_password}", "--transfers", str(n), ":ftp:", "{target}"))


def tools_of(scenario):
    """Every client that knows how to do the scenario, by name."""
    makers = many_file_tools if scenario.files > 1 else one_file_tools
    return {tool.name: tool for tool in makers()}
