namespace Accelerator.Cli.Tests;

public sealed class FtpxCommandTests : CommandLineFixture
{
    [Theory]
    [InlineData("--version")]
    [InlineData("version")]
    public async Task The_version_is_one_line(string word)
    {
        Assert.Equal(0, await RunAsync(word));
        Assert.StartsWith("ftpx 0.", Out);
        Assert.Single(OutLines);
    }

    [Theory]
    [InlineData("exit-codes")]
    [InlineData("help", "exit-codes")]
    public async Task The_exit_codes_are_shown(params string[] words)
    {
        Assert.Equal(0, await RunAsync(words));
        var shown = string.Join(' ', Out.Split([' ', '\n'], StringSplitOptions.RemoveEmptyEntries));
        Assert.All(ExitCodes.All, code => Assert.Contains($" {code.Value} {code.Name} {code.Meaning}", shown));
        Assert.Equal("", Err);
    }

    [Theory]
    [InlineData("fetch", "unknown command \"fetch\".", "")]
    [InlineData("gett ftp://h/f", "unknown command \"gett\"; did you mean \"get\"?", "")]
    [InlineData("miror", "unknown command \"miror\"; did you mean \"mirror\"?", "")]
    [InlineData("sl", "unknown command \"sl\"; did you mean \"ls\"?", "")]
    [InlineData("job lsit", "unknown command \"job lsit\"; did you mean \"job list\"?", "job ")]
    [InlineData("ftp://kim:secret@h/f", "\"ftp://kim:***@h/f\" is a URL, not a command. Run: ftpx get ftp://kim:***@h/f", "")]
    [InlineData("kim:secret@h/f --quiet", "\"kim:***@h/f\" is a URL, not a command. Run: ftpx get ftp://kim:***@h/f --quiet", "")]
    [InlineData("ftp.example.org/pub/", "\"ftp.example.org/pub/\" is a URL, not a command. Run: ftpx ls ftp://ftp.example.org/pub/", "")]
    [InlineData("ftp.example.org", "\"ftp.example.org\" is a URL, not a command. Run: ftpx ls ftp://ftp.example.org", "")]
    [InlineData("get --strems 4 ftp://h/f", "unknown option \"--strems\"; did you mean \"--streams\"?", "get ")]
    [InlineData("get ftp://h/f --OUTPUT x", "unknown option \"--OUTPUT\"; did you mean \"--output\"?", "get ")]
    [InlineData("get ftp://h/f -y", "unknown option \"-y\".", "get ")]
    [InlineData("get -C - ftp://h/f", "unknown option \"-C\". It is not needed: a partial file is always continued; --no-resume discards it.", "get ")]
    [InlineData("get -x16 ftp://h/f", "unknown option \"-x\". If you know it from aria2: --streams N; from curl: --proxy URL; from lftp: --exclude GLOB.", "get ")]
    [InlineData("get -cx16 ftp://h/f", "unknown option \"-x\". If you know it from aria2: --streams N; from curl: --proxy URL; from lftp: --exclude GLOB.", "get ")]
    [InlineData("get -qO- ftp://h/f", "unknown option \"-O-\". Use ftpx cat URL, or ftpx get --output - URL.", "get ")]
    [InlineData("get -qnc ftp://h/f", "unknown option \"-nc\". Use ftpx get --skip-existing; ftpx mirror downloads what is new or changed.", "get ")]
    [InlineData("mirror -qnp ftp://h/f", "unknown option \"-np\". It is not needed: nothing above the folder of the URL is downloaded.", "mirror ")]
    [InlineData("get -vpsecret ftp://h/f", "unknown option \"-p\". Write the port into the URL: ftp://host:2121/dir.", "get ")]
    [InlineData("find ftp://h/ -name *.nc", "unknown option \"-name\". Give the pattern after the URL: ftpx find URL PATTERN.", "find ")]
    [InlineData("history -n 3", "unknown option \"-n\". Use --limit N.", "history ")]
    [InlineData("ls -la ftp://h/", "unknown option \"-a\". The server decides whether hidden files are listed.", "ls ")]
    [InlineData("ls -lt ftp://h/", "unknown option \"-t\". The server decides the order: add --long, and sort the lines.", "ls ")]
    [InlineData("ls -x16 ftp://h/", "unknown option \"-x16\".", "ls ")]
    [InlineData("get --ftp-password=secret ftp://h/f", "unknown option \"--ftp-password\". Use --password-stdin, or store the password with ftpx credential; never type it as an option.", "get ")]
    [InlineData("get --user kim:secret ftp://h/f", "--user: Give the user name without the password, and store the password with ftpx credential set, or use --password-stdin. If the name has a colon, write it into the URL as %3A.", "get ")]
    [InlineData("-x 16 ftp://h/f", "unknown option \"-x\". Write the command first: ftpx get URL.", "")]
    [InlineData("put a", "unknown command \"put\". Uploading is possible only in scripts for ftp.exe that are allowed to change the server: ftpx ftp.", "")]
    [InlineData("ls --lnog ftp://h/", "unknown option \"--lnog\"; did you mean \"--long\"?", "ls ")]
    [InlineData("ls -h", "missing argument: URL. Here, -h is --human.", "ls ")]
    [InlineData("du -h -s", "missing argument: URL. Here, -h is --human.", "du ")]
    [InlineData("ls -l", "missing argument: URL.", "ls ")]
    [InlineData("get --quiet=yes ftp://h/f", "option \"--quiet\" takes no value.", "get ")]
    [InlineData("ls --long:no ftp://h/", "option \"--long\" takes no value.", "ls ")]
    [InlineData("get -q=yes ftp://h/f", "option \"-q\" takes no value.", "get ")]
    [InlineData("get --no-color=yes ftp://h/f", "option \"--no-color\" takes no value.", "get ")]
    [InlineData("get -j 2 --streams 3 ftp://h/f", "option \"--streams\" is given more than once, but takes one value.", "get ")]
    [InlineData("credential", "\"ftpx credential\" needs a command: set, list, remove.", "credential ")]
    [InlineData("ls ftp://h/ kim:secret@h/f", "unexpected argument \"kim:***@h/f\".", "ls ")]
    [InlineData("get ftp://h/f --tls explict", "--tls: \"explict\" is not valid: use none, explicit (AUTH TLS) or implicit (port 990). Did you mean \"explicit\"?", "get ")]
    [InlineData("mirror ftp://h/d --order newst", "--order: \"newst\" is not valid: use path, newest or smallest. Did you mean \"newest\"?", "mirror ")]
    public async Task A_word_that_is_not_known_is_one_error_with_what_was_probably_meant_and_without_a_password(string words, string sentence, string command)
    {
        Assert.Equal(2, await RunAsync(words.Split(' ')));
        Assert.Equal($"ftpx: error: {sentence}\nTry: ftpx {command}--help\n", Err);
        Assert.Equal("", Out);
    }

    [Theory]
    [InlineData("get h/f", "\"h/f\" has no scheme: write ftp://h/f. Run: ftpx get ftp://h/f")]
    [InlineData("get kim:secret@h/f --streams 4", "\"kim:***@h/f\" has no scheme: write ftp://kim:***@h/f. Run: ftpx get ftp://kim:***@h/f --streams 4")]
    [InlineData("get ftp//kim:secret@h/f", "\"ftp//kim:***@h/f\" has no scheme: write ftp://kim:***@h/f. Run: ftpx get ftp://kim:***@h/f")]
    [InlineData("ls FTPS:/h/d", "\"FTPS:/h/d\" has no scheme: write ftps://h/d. Run: ftpx ls ftps://h/d")]
    [InlineData("mirror h/pub local", "\"h/pub\" has no scheme: write ftp://h/pub. Run: ftpx mirror ftp://h/pub local")]
    [InlineData("ls h", "\"h\" has no scheme: write ftp://h. Run: ftpx ls ftp://h")]
    [InlineData("doctor h", "\"h\" has no scheme: write ftp://h. Run: ftpx doctor ftp://h")]
    [InlineData("get ftp://h/f --replica i/f", "--replica: \"i/f\" has no scheme: write ftp://i/f. Run: ftpx get ftp://h/f --replica ftp://i/f")]
    [InlineData("get h", "\"h\" has no scheme: write ftp://h. For a file, add its path: ftp://h/dir/file.bin. To see the files, run: ftpx ls ftp://h")]
    [InlineData("cat -q ftp:/h", "\"ftp:/h\" has no scheme: write ftp://h. For a file, add its path: ftp://h/dir/file.bin. To see the files, run: ftpx ls ftp://h")]
    [InlineData("get ftp://h/f ./x --quiet", "\"./x\" is a local path, not an FTP URL; the local path follows --output. Run: ftpx get ftp://h/f --output ./x --quiet")]
    [InlineData("get ftp://[::1]/f out", "\"out\" is a local path, not an FTP URL; the local path follows --output. Run: ftpx get 'ftp://[::1]/f' --output out")]
    [InlineData("get ftp://h/* out", "\"out\" is a local path, not an FTP URL; the local path follows --output. Run: ftpx get 'ftp://h/*' --output out/")]
    [InlineData("get ftp://h/f ftp://h/g out", "\"out\" is a local path, not an FTP URL; the local path follows --output. Run: ftpx get ftp://h/f ftp://h/g --output out/")]
    [InlineData("get ftp://h/f out", "\"out\" is a local path, not an FTP URL; the local path follows --output. Run: ftpx get ftp://h/f --output out")]
    [InlineData("get ftp://h/f i/f", "\"i/f\" has no scheme: write ftp://i/f. Run: ftpx get ftp://h/f ftp://i/f")]
    [InlineData("get http://h/f", "\"http://h/f\" is not an FTP URL: it must start with ftp://, ftps:// or ftpes://, for example ftp://host/dir/file.bin.")]
    public async Task An_address_or_a_folder_in_the_wrong_form_is_answered_with_the_corrected_command_line(string words, string sentence)
    {
        Assert.Equal(2, await RunAsync(words.Split(' ')));
        Assert.Equal($"ftpx: error: {sentence}\n", Err);
    }

    [Theory]
    [InlineData("", null, "xterm", true)]
    [InlineData(null, null, null, true)]
    [InlineData("1", null, "xterm", false)]
    [InlineData(null, null, "dumb", false)]
    [InlineData(null, "no terminal", "xterm", false)]
    public void Messages_have_colors_on_a_terminal_that_shows_them(string? noColor, string? redirected, string? term, bool expected) =>
        Assert.Equal(expected, MessageWriter.WantsColor(redirected is null, name => name switch { "NO_COLOR" => noColor, "TERM" => term, _ => null }));

    [Fact]
    public void Errors_are_red_warnings_are_yellow_notes_are_plain_and_text_of_a_server_sets_no_color()
    {
        using var colored = new StringWriter { NewLine = "\n" };
        var messages = new MessageWriter(colored, static () => true);
        messages.Error("No \u001b[32mfile.");
        messages.Warn("Slow.");
        messages.Note("Fine.");
        Assert.Equal("\u001b[31mftpx: error: No \\x1B[32mfile.\u001b[0m\n\u001b[33mftpx: warning: Slow.\u001b[0m\nftpx: note: Fine.\n", colored.ToString());
    }

    [Theory]
    // Between words, and one column stays free.
    [InlineData("The server closed the connection.", 34, "ftpx: error: The server closed\nthe connection.")]
    [InlineData("The server closed the connection.", null, "ftpx: error: The server closed the connection.")]
    // A word that is longer than a line is left to the terminal.
    [InlineData("See ftp://ftp.example.org/a/long/path now.", 20, "ftpx: error: See\nftp://ftp.example.org/a/long/path\nnow.")]
    // Commands stay in one piece, so that they can be copied.
    [InlineData("To continue, run: ftpx get 'ftp://h/a b'. C'", 30, "ftpx: error: To continue,\nrun:\nftpx get 'ftp://h/a b'. C'")]
    [InlineData("As root, run: sysctl -w a=b. Then start the service.", 30, "ftpx: error: As root, run:\nsysctl -w a=b. Then start the\nservice.")]
    // Hangul takes two columns.
    [InlineData("\uAC00\uAC00 \uAC00\uAC00", 22, "ftpx: error: \uAC00\uAC00\n\uAC00\uAC00")]
    public void A_message_on_a_terminal_is_wrapped_between_words_and_elsewhere_it_is_one_line(string sentence, int? columns, string expected)
    {
        using var error = new StringWriter { NewLine = "\n" };
        new MessageWriter(error, width: () => columns).Error(sentence);
        Assert.Equal(expected + "\n", error.ToString());
    }

    [Fact]
    public async Task The_messages_of_a_command_have_the_width_of_its_terminal()
    {
        await FtpxAsync(["get", "ftp://h"], process: Process.Value with { ErrWidth = static () => 80 });
        Assert.All(ErrLines, line => Assert.InRange(line.Length, 1, 79));
        Assert.StartsWith("ftpx: error: ", Err);
        Assert.True(ErrLines.Length > 1, Err);
    }

    [Fact]
    public void Messages_above_the_progress_have_the_same_colors()
    {
        using var text = new StringWriter();
        var console = Spectre.Console.AnsiConsole.Create(new Spectre.Console.AnsiConsoleSettings
        {
            Ansi = Spectre.Console.AnsiSupport.Yes, ColorSystem = Spectre.Console.ColorSystemSupport.Standard, Out = new Spectre.Console.AnsiConsoleOutput(text),
        });
        console.Write(new Accelerator.Cli.Output.TerminalFrame(0, [new Message(Severity.Error, "No."), new Message(Severity.Warning, "Slow."), new Message(Severity.Note, "Fine.")], [], ""));
        Assert.Contains("\u001b[31mftpx: error: No.\u001b[0m", text.ToString(), StringComparison.Ordinal);
        Assert.Contains("\u001b[33mftpx: warning: Slow.\u001b[0m", text.ToString(), StringComparison.Ordinal);
        Assert.DoesNotContain("mftpx: note", text.ToString(), StringComparison.Ordinal);
    }

    private Task<int> RunAsync(params string[] words) => FtpxAsync(words);
}
