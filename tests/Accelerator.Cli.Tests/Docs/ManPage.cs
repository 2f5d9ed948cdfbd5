namespace Accelerator.Cli.Tests.Docs;

/// <summary>A manual page in the macros of man(7).</summary>
internal sealed class ManPage
{
    private readonly StringBuilder _text = new();
    private readonly string _file;

    /// <param name="program">The program that the page is about.</param>
    /// <param name="section">The section of the manual.</param>
    /// <param name="summary">What the program does, in a phrase.</param>
    public ManPage(string program, int section, string summary)
    {
        _file = $"{program}.{section}";
        Line($".TH {program.ToUpperInvariant()} {section} \"\" \"Accelerator\"");
        // No hyphenation and no justification: both make option names hard to read.
        Line(".nh");
        Line(".ad l");
        Section("Name");
        Line($"{program} \\- {Escaped(summary)}");
    }

    /// <summary>Begins a section.</summary>
    public void Section(string title) => Line($".SH {title.ToUpperInvariant()}");

    /// <summary>Begins a subsection.</summary>
    public void Subsection(string title) => Line($".SS \"{Escaped(title)}\"");

    /// <summary>Adds a paragraph.</summary>
    public void Paragraph(string text)
    {
        Line(".PP");
        Line(Escaped(text));
    }

    /// <summary>Adds an item of a list.</summary>
    /// <param name="name">The term to explain, in bold.</param>
    /// <param name="text">The explanation.</param>
    public void Item(string name, string text)
    {
        Line(".TP");
        Line($"\\fB{Escaped(name)}\\fR");
        Line(Escaped(text));
    }

    /// <summary>Adds lines that are not filled.</summary>
    public void Block(IEnumerable<string> lines)
    {
        Line(".PP");
        Line(".nf");
        foreach (var line in lines) Line(Escaped(line));
        Line(".fi");
    }

    /// <summary>
    /// Asserts that installer/man has the page as generated, and that groff, if installed, reports no warnings. Writes it to artifacts/man, to be copied.
    /// </summary>
    /// <returns>The page.</returns>
    public string Check()
    {
        var folder = Directory.CreateDirectory(Path.Combine(CheckoutFiles.Root, "artifacts", "man")).FullName;
        var (path, text) = (Path.Combine(folder, _file), _text.ToString());
        File.WriteAllText(path, text);
        const string groff = "/usr/bin/groff";
        if (File.Exists(groff))
        {
            using var run = System.Diagnostics.Process.Start(new System.Diagnostics.ProcessStartInfo(groff, ["-man", "-Tutf8", "-ww", "-z", path]) { RedirectStandardError = true })!;
            Assert.Equal("", run.StandardError.ReadToEnd());
        }
        var kept = Path.Combine(CheckoutFiles.Root, "installer", "man", _file);
        Assert.True(File.Exists(kept) && File.ReadAllText(kept) == text, $"installer/man/{_file} is out of date: copy artifacts/man/{_file} over it.");
        return text;
    }

    // A dot or an apostrophe at the start of a line would begin a request. A plain minus may become a hyphen, which cannot be pasted into a
    // shell.
    private static string Escaped(string text)
    {
        text = text.Replace("\\", "\\e").Replace("-", "\\-");
        return text.StartsWith('.') || text.StartsWith('\'') ? "\\&" + text : text;
    }

    private void Line(string line) => _text.Append(line).Append('\n');
}
